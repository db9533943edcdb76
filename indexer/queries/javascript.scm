(export_statement declaration: (function_declaration name: (identifier) @name)) @definition.function
(export_statement declaration: (class_declaration name: (_) @name)) @definition.class
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(field_definition property: (property_identifier) @name value: (arrow_function)) @definition.method
(field_definition property: (property_identifier) @name) @definition.field
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
(class_heritage (identifier) @reference.type)
(class_heritage (member_expression property: (property_identifier) @reference.type))
(decorator (identifier) @reference.decorator)
(decorator (call_expression function: (identifier) @reference.decorator))
(jsx_opening_element name: (identifier) @reference.call)
(jsx_self_closing_element name: (identifier) @reference.call)
