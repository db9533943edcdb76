; C: functions, types, macros, file-level variables. Prototypes and `extern` declarations are no definitions:
; they would bury the one place that holds the body. Types in use are left out too: 11 % of all matches of the
; kernel tree, for names that a text search finds as well.

(function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @definition.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))) @definition.function
(struct_specifier name: (type_identifier) @name body: (field_declaration_list)) @definition.struct
(union_specifier name: (type_identifier) @name body: (field_declaration_list)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (enumerator_list)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (array_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(preproc_def name: (identifier) @name value: (_)) @definition.constant
(preproc_function_def name: (identifier) @name) @definition.macro
; A variable with a value, wherever `#ifdef` puts it; without one only if static or without storage class.
(translation_unit (declaration declarator: (init_declarator declarator: [(identifier) @name (_ declarator: (identifier) @name)])) @definition.variable)
(translation_unit (declaration . (storage_class_specifier "static") declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]) @definition.variable)
(translation_unit (declaration . type: (_) declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]) @definition.variable)
(preproc_ifdef (declaration . (storage_class_specifier "static") declarator: (init_declarator declarator: [(identifier) @name (_ declarator: (identifier) @name)])) @definition.variable)
; `static DEFINE_MUTEX(lock);` reads as a declaration with a name in parentheses.
(translation_unit (declaration declarator: (parenthesized_declarator (identifier) @name)) @definition.variable)
; `SYSCALL_DEFINE3(read, ...) { }` reads as a call.
(translation_unit (expression_statement (call_expression function: (identifier) @_macro arguments: (argument_list . (identifier) @name)) (#match? @_macro "SYSCALL_DEFINE[0-9]$")) @definition.function)

(preproc_include path: (_) @reference.import)
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (field_identifier) @reference.call))
; Function pointers leave no call: `.connect = tcp_v4_connect`, `{ "name", handler }`, `ops->open = my_open`.
(initializer_pair value: (identifier) @reference.call)
(initializer_pair value: (pointer_expression argument: (identifier) @reference.call))
(initializer_list (identifier) @reference.call)
(assignment_expression left: (field_expression) right: (identifier) @reference.call)
; `module_init(setup);`, `EXPORT_SYMBOL(setup);` outside of functions.
(translation_unit (expression_statement (call_expression arguments: (argument_list (identifier) @reference.call))))
