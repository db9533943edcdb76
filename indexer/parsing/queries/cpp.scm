; C++. It has its own C part: node names differ in places (members are field_identifiers, `extern "C"` blocks).

(function_definition declarator: (function_declarator declarator: (identifier) @name) (#not-match? @name "^(TYPED_)?TEST(_[FP])?$")) @definition.function
(function_definition declarator: (function_declarator declarator: [(field_identifier) (operator_name) (destructor_name)] @name)) @definition.function
(function_definition declarator: (_ (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name))) @definition.function
(function_definition declarator: (_ (_ (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name)))) @definition.function
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) @owner name: [(identifier) (operator_name) (destructor_name)] @name))) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: (_) @owner name: [(identifier) (operator_name) (destructor_name)] @name)))) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: (qualified_identifier name: (qualified_identifier scope: (_) @owner name: [(identifier) (operator_name) (destructor_name)] @name))))) @definition.method
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier scope: (_) @owner name: [(identifier) (operator_name)] @name)))) @definition.method
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier name: (qualified_identifier scope: (_) @owner name: [(identifier) (operator_name)] @name))))) @definition.method
; The template line belongs to what it heads: same name, wider span.
(template_declaration (function_definition declarator: (function_declarator declarator: (identifier) @name))) @definition.function
(template_declaration (class_specifier name: (type_identifier) @name body: (_))) @definition.class
(template_declaration (struct_specifier name: (type_identifier) @name body: (_))) @definition.struct
; `TEST(Suite, Name) { }`: the test is the second name.
(function_definition declarator: (function_declarator declarator: (identifier) @_macro parameters: (parameter_list (parameter_declaration) . (parameter_declaration type: (type_identifier) @name))) (#match? @_macro "^(TYPED_)?TEST(_[FP])?$")) @definition.function

(namespace_definition name: (namespace_identifier) @name) @definition.module
(namespace_definition name: (nested_namespace_specifier) @name) @definition.module
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(class_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.class
(class_specifier name: (qualified_identifier name: (type_identifier) @name) body: (_)) @definition.class
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_)) @definition.struct
(struct_specifier name: (qualified_identifier name: (type_identifier) @name) body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant
(concept_definition name: (identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(type_definition declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(preproc_def name: (identifier) @name value: (_)) @definition.constant
(preproc_function_def name: (identifier) @name) @definition.macro
(field_declaration declarator: [(field_identifier) @name (pointer_declarator declarator: (field_identifier) @name) (reference_declarator (field_identifier) @name) (array_declarator declarator: (field_identifier) @name)]) @definition.field
; Pure virtual functions have no other definition.
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name) default_value: (number_literal)) @definition.method
(field_declaration declarator: (_ (function_declarator declarator: (field_identifier) @name)) default_value: (number_literal)) @definition.method
(translation_unit (declaration declarator: (init_declarator declarator: [(identifier) @name (_ declarator: (identifier) @name) (qualified_identifier name: (identifier) @name)])) @definition.variable)
(declaration_list (declaration declarator: (init_declarator declarator: [(identifier) @name (_ declarator: (identifier) @name)])) @definition.variable)
(translation_unit (declaration . (storage_class_specifier "static") declarator: (identifier) @name) @definition.variable)
(translation_unit (declaration . type: (_) declarator: (identifier) @name) @definition.variable)

(preproc_include path: (_) @reference.import)
(using_declaration (qualified_identifier) @reference.import)
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (field_identifier) @reference.call))
(call_expression function: (field_expression field: (template_method name: (field_identifier) @reference.call)))
(call_expression function: (template_function name: (identifier) @reference.call))
(call_expression function: (qualified_identifier name: (identifier) @reference.call))
(call_expression function: (qualified_identifier name: (template_function name: (identifier) @reference.call)))
(call_expression function: (qualified_identifier name: (qualified_identifier name: (identifier) @reference.call)))
(call_expression function: (qualified_identifier name: (qualified_identifier name: (template_function name: (identifier) @reference.call))))
(new_expression type: (type_identifier) @reference.call)
(new_expression type: (template_type name: (type_identifier) @reference.call))
(new_expression type: (qualified_identifier name: (type_identifier) @reference.call))
(base_class_clause (type_identifier) @reference.type)
(base_class_clause (template_type name: (type_identifier) @reference.type))
(base_class_clause (qualified_identifier name: (type_identifier) @reference.type))
; Functions and methods handed over by name: `connect(a, &A::done)`, `{ "name", handler }`, `.open = my_open`.
(initializer_pair value: (identifier) @reference.call)
(initializer_list (identifier) @reference.call)
(argument_list (pointer_expression argument: (qualified_identifier name: (identifier) @reference.call)))
(translation_unit (expression_statement (call_expression arguments: (argument_list (identifier) @reference.call))))
