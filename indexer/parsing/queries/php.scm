(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.constant
(method_declaration name: (name) @name) @definition.method
(function_definition name: (name) @name) @definition.function
(property_declaration (property_element name: (variable_name (name) @name))) @definition.property
(property_promotion_parameter name: (variable_name (name) @name)) @definition.property
(const_declaration (const_element . (name) @name)) @definition.constant
(program (expression_statement (function_call_expression function: (name) @_define arguments: (arguments . (argument (string (string_content) @name)))) @definition.constant) (#eq? @_define "define"))
(program (expression_statement (assignment_expression left: (variable_name (name) @name) right: [(anonymous_function) (arrow_function)])) @definition.function)

(function_call_expression function: (name) @reference.call)
(function_call_expression function: (qualified_name (name) @reference.call))
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression name: (name) @reference.call)
(scoped_call_expression scope: (name) @reference.type)
(object_creation_expression (name) @reference.call)
(object_creation_expression (qualified_name (name) @reference.call))
; Registration by class: [LoginController::class, 'store'].
(class_constant_access_expression . (name) @reference.type)
(class_constant_access_expression . (qualified_name (name) @reference.type))

(namespace_use_clause (qualified_name) @reference.import)
(namespace_use_clause . (name) @reference.import)
(require_once_expression [(string (string_content) @reference.import) (binary_expression right: (string (string_content) @reference.import))])
(require_expression [(string (string_content) @reference.import) (binary_expression right: (string (string_content) @reference.import))])
(include_expression [(string (string_content) @reference.import) (binary_expression right: (string (string_content) @reference.import))])
(include_once_expression [(string (string_content) @reference.import) (binary_expression right: (string (string_content) @reference.import))])
(attribute (name) @reference.decorator)
(attribute (qualified_name (name) @reference.decorator))
(base_clause (name) @reference.type)
(base_clause (qualified_name (name) @reference.type))
(class_interface_clause (name) @reference.type)
(class_interface_clause (qualified_name (name) @reference.type))
(use_declaration (name) @reference.type)
(use_declaration (qualified_name (name) @reference.type))
; Laravel resolves what a signature asks for.
(simple_parameter type: (named_type (name) @reference.type))
(property_promotion_parameter type: (named_type (name) @reference.type))
