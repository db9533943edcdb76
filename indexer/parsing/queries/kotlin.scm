; Interfaces and enums are class declarations with another keyword.
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(type_alias (type_identifier) @name) @definition.type
(enum_entry (simple_identifier) @name) @definition.constant
; An extension belongs to its receiver: fun User.login() -> User.login.
(function_declaration receiver: (receiver_type (user_type (type_identifier) @owner)) (simple_identifier) @name) @definition.function
(function_declaration (simple_identifier) @name) @definition.function
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.constant)

(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression (navigation_suffix (simple_identifier) @reference.call) .))
(infix_expression . (_) . (simple_identifier) @reference.call)
; Handed over by name: ::login, routes::define.
(callable_reference (simple_identifier) @reference.string .)

(import_header (identifier) @reference.import)
(annotation (user_type (type_identifier) @reference.decorator))
(annotation (constructor_invocation (user_type (type_identifier) @reference.decorator)))
(delegation_specifier (user_type (type_identifier) @reference.type))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.type)))
; Injected by the constructor.
(class_parameter (user_type (type_identifier) @reference.type))
