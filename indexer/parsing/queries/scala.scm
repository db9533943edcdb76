; Scala 2 and 3.

(class_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name) @definition.class
(package_object name: (identifier) @name) @definition.module
(trait_definition name: (identifier) @name) @definition.trait
(enum_definition name: (identifier) @name) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.constant
(full_enum_case name: (identifier) @name) @definition.constant
(function_definition name: [(identifier) (operator_identifier)] @name) @definition.function
(function_declaration name: [(identifier) (operator_identifier)] @name) @definition.function
(given_definition name: (identifier) @name) @definition.constant
(type_definition name: (type_identifier) @name) @definition.type
(template_body (val_definition pattern: (identifier) @name) @definition.field)
(template_body (var_definition pattern: (identifier) @name) @definition.field)
(template_body (val_declaration name: (identifier) @name) @definition.field)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(class_parameter name: (identifier) @name) @definition.field

(import_declaration (identifier) @reference.import)
(import_declaration (namespace_selectors (identifier) @reference.import))
(import_declaration (namespace_selectors (arrow_renamed_identifier name: (identifier) @reference.import)))
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (identifier) @reference.call))
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function function: (field_expression field: (identifier) @reference.call)))
(instance_expression (type_identifier) @reference.call)
(instance_expression (generic_type type: (type_identifier) @reference.call))
(infix_expression operator: (identifier) @reference.call)
; A method without parentheses: `user.name`, `request.session`.
(field_expression field: (identifier) @reference.call)
(extends_clause (type_identifier) @reference.type)
(extends_clause (generic_type type: (type_identifier) @reference.type))
(annotation name: (type_identifier) @reference.decorator)
(arguments (identifier) @reference.string)
