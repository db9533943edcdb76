(export_statement declaration: (function_declaration name: (identifier) @name)) @definition.function
(export_statement declaration: (abstract_class_declaration name: (_) @name)) @definition.class
(export_statement declaration: (interface_declaration name: (_) @name)) @definition.interface
(export_statement declaration: (type_alias_declaration name: (_) @name)) @definition.type
(export_statement declaration: (enum_declaration name: (_) @name)) @definition.enum
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(internal_module name: (_) @name) @definition.module
(abstract_method_signature name: (property_identifier) @name) @definition.method
(interface_body (method_signature name: (property_identifier) @name) @definition.method)
(interface_body (property_signature name: (property_identifier) @name) @definition.field)
(public_field_definition name: (property_identifier) @name value: (arrow_function)) @definition.method
(public_field_definition name: (property_identifier) @name) @definition.field
(enum_body (enum_assignment name: (property_identifier) @name) @definition.constant)
(export_statement declaration: (class_declaration name: (_) @name)) @definition.class
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(method_definition name: (property_identifier) @name) @definition.method
(method_definition name: (private_property_identifier) @name) @definition.method

; Functions given a name by an assignment, a property or an export.
(variable_declarator name: (identifier) @name value: (arrow_function)) @definition.function
(variable_declarator name: (identifier) @name value: (function_expression)) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (function_expression)) @definition.function
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (arrow_function)) @definition.function
(pair key: (property_identifier) @name value: (arrow_function)) @definition.method
(pair key: (property_identifier) @name value: (function_expression)) @definition.method

; Module level values.
(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)))

(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression property: (property_identifier) @reference.call))
(new_expression constructor: (identifier) @reference.call)
(new_expression constructor: (member_expression property: (property_identifier) @reference.call))
; Functions handed over by name: handlers, middleware.
(arguments (identifier) @reference.call)

(import_statement source: (string (string_fragment) @reference.import))
(export_statement source: (string (string_fragment) @reference.import))
(import_specifier name: (identifier) @reference.import)
(import_clause (identifier) @reference.import)
(call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @name) .) (#eq? @_require "require")) @reference.import
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @reference.import)))
(extends_clause value: (identifier) @reference.type)
(extends_clause value: (member_expression property: (property_identifier) @reference.type))
(implements_clause (type_identifier) @reference.type)
(implements_clause (generic_type name: (type_identifier) @reference.type))
(extends_type_clause type: (type_identifier) @reference.type)
(decorator (identifier) @reference.decorator)
(decorator (call_expression function: (identifier) @reference.decorator))
(decorator (call_expression function: (member_expression property: (property_identifier) @reference.decorator)))
