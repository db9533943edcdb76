(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(record_declaration name: (identifier) @name) @definition.class
(annotation_type_declaration name: (identifier) @name) @definition.interface
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(enum_constant name: (identifier) @name) @definition.constant
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(compact_constructor_declaration name: (identifier) @name) @definition.method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))

(method_invocation name: (identifier) @reference.call)
(object_creation_expression type: (type_identifier) @reference.call)
(object_creation_expression type: (generic_type (type_identifier) @reference.call))
(object_creation_expression type: (scoped_type_identifier (type_identifier) @reference.call .))
; Handed over by name: this::login, User::getName.
(method_reference (identifier) @reference.string .)

(import_declaration (scoped_identifier) @reference.import)
(annotation name: (identifier) @reference.decorator)
(marker_annotation name: (identifier) @reference.decorator)
(superclass (type_identifier) @reference.type)
(superclass (generic_type (type_identifier) @reference.type))
(super_interfaces (type_list (type_identifier) @reference.type))
(super_interfaces (type_list (generic_type (type_identifier) @reference.type)))
(extends_interfaces (type_list (type_identifier) @reference.type))
(extends_interfaces (type_list (generic_type (type_identifier) @reference.type)))
; What a Spring repository stores: JpaRepository<User, Long>.
(extends_interfaces (type_list (generic_type (type_arguments (type_identifier) @reference.type))))
; Injected by field or constructor.
(field_declaration type: (type_identifier) @reference.type)
