(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(struct_declaration name: (identifier) @name) @definition.struct
(record_declaration name: (identifier) @name) @definition.class
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(delegate_declaration name: (identifier) @name) @definition.type
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(local_function_statement name: (identifier) @name) @definition.function
(property_declaration name: (identifier) @name) @definition.property
(event_declaration name: (identifier) @name) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.property
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field

(invocation_expression function: (identifier) @reference.call)
(invocation_expression function: (member_access_expression name: (identifier) @reference.call))
(invocation_expression function: (conditional_access_expression (member_binding_expression name: (identifier) @reference.call)))
(invocation_expression function: (generic_name (identifier) @reference.call))
(invocation_expression function: (member_access_expression name: (generic_name (identifier) @reference.call)))
(object_creation_expression type: (identifier) @reference.call)
(object_creation_expression type: (generic_name (identifier) @reference.call))
(object_creation_expression type: (qualified_name name: (identifier) @reference.call))

(using_directive (qualified_name) @reference.import)
(using_directive (identifier) @reference.import)
(attribute name: (identifier) @reference.decorator)
(attribute name: (qualified_name name: (identifier) @reference.decorator))
(base_list (identifier) @reference.type)
(base_list (generic_name (identifier) @reference.type))
(base_list (qualified_name name: (identifier) @reference.type))
(primary_constructor_base_type type: (identifier) @reference.type)
