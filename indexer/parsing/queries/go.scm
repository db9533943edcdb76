(function_declaration name: (identifier) @name) @definition.function
; The receiver gives the type: (s *Server) Login -> Server.Login.
(method_declaration receiver: (parameter_list (parameter_declaration type: [(type_identifier) @owner (pointer_type (type_identifier) @owner) (generic_type type: (type_identifier) @owner) (pointer_type (generic_type type: (type_identifier) @owner))])) name: (field_identifier) @name) @definition.method
(method_declaration name: (field_identifier) @name) @definition.method
(type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))
(interface_type (method_elem name: (field_identifier) @name) @definition.method)
(source_file (const_declaration (const_spec (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec (identifier) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec (identifier) @name) @definition.variable)))

(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression field: (field_identifier) @reference.call))
(call_expression function: (type_instantiation_expression type: (type_identifier) @reference.call))
(composite_literal type: (type_identifier) @reference.call)
(composite_literal type: (qualified_type name: (type_identifier) @reference.call))
; Handed over by name to a call that stands alone: mux.HandleFunc("/login", s.login), e.Use(auth).
(expression_statement (call_expression arguments: (argument_list (identifier) @reference.string)))
(expression_statement (call_expression arguments: (argument_list (selector_expression field: (field_identifier) @reference.string))))

(import_spec path: (interpreted_string_literal) @reference.import)
(import_spec path: (raw_string_literal) @reference.import)
; Embedded types.
(field_declaration !name type: (type_identifier) @reference.type)
(field_declaration !name type: (qualified_type name: (type_identifier) @reference.type))
(interface_type (type_elem (type_identifier) @reference.type))
