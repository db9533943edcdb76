(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(type_alias (type_identifier) @name) @definition.type
(function_declaration (simple_identifier) @name) @definition.function
(enum_entry (simple_identifier) @name) @definition.constant
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.field
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.constant)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)

(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression (navigation_suffix (simple_identifier) @reference.call) .))
(callable_reference (simple_identifier) @reference.call)
(import_header (identifier) @reference.import)
(annotation (user_type (type_identifier) @reference.decorator))
(annotation (constructor_invocation (user_type (type_identifier) @reference.decorator)))
(delegation_specifier (user_type (type_identifier) @reference.type))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.type)))
