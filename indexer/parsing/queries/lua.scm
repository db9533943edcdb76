; Lua: functions under plain, dotted and method names; file-level values.

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @owner field: (identifier) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @owner method: (identifier) @name)) @definition.method
(assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_definition))) @definition.function
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name)) (expression_list . value: (function_definition))) @definition.function
(field name: (identifier) @name value: (function_definition)) @definition.function
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name))) @definition.field)

(function_call name: (identifier) @_load arguments: (arguments (string content: (string_content) @reference.import)) (#any-of? @_load "require" "dofile" "loadfile" "include"))
(function_call name: (identifier) @reference.call)
(function_call name: (dot_index_expression field: (identifier) @reference.call))
(function_call name: (method_index_expression method: (identifier) @reference.call))
; Functions handed over by name: `pcall(run)`, `{ init = init_worker }`, `return { handler }`.
(arguments (identifier) @reference.string)
(arguments (dot_index_expression field: (identifier) @reference.string))
(field value: (identifier) @reference.call)
