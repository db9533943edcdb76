; inherits: _ecma
; Decorators stand in front of `export`, and beside the method they belong to: the span begins with them.
(export_statement (decorator) declaration: [(class_declaration name: (_) @name) (abstract_class_declaration name: (_) @name)]) @definition.class
((decorator) @definition.method . (method_definition name: (property_identifier) @name) @definition.method)
((decorator) @definition.method . (decorator) . (method_definition name: (property_identifier) @name) @definition.method)
((decorator) @definition.method . (decorator) . (decorator) . (method_definition name: (property_identifier) @name) @definition.method)
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (property_identifier) @name @definition.constant)
(enum_assignment name: (property_identifier) @name) @definition.constant
(internal_module name: (_) @name) @definition.module
(program (function_signature name: (identifier) @name) @definition.function)
(ambient_declaration (function_signature name: (identifier) @name)) @definition.function
(abstract_method_signature name: (property_identifier) @name) @definition.method
(public_field_definition name: (property_identifier) @name value: [(arrow_function) (function_expression)]) @definition.method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name) @definition.field
(interface_body (property_signature name: (property_identifier) @name) @definition.property)
(interface_body (method_signature name: (property_identifier) @name) @definition.method)
; constructor(private readonly users: UserService): a field, and the type it is injected by.
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field
(required_parameter (accessibility_modifier) type: (type_annotation (type_identifier) @reference.type))
; The grammar reads `await find<User>(…)` as a call of the awaited thing.
(call_expression function: (await_expression [(identifier) @reference.call (member_expression property: (property_identifier) @reference.call)]))

(extends_clause value: (identifier) @reference.type)
(extends_clause value: (member_expression property: (property_identifier) @reference.type))
(extends_type_clause (type_identifier) @reference.type)
(implements_clause (type_identifier) @reference.type)
(extends_type_clause (generic_type name: (type_identifier) @reference.type))
(implements_clause (generic_type name: (type_identifier) @reference.type))
