; What JavaScript and TypeScript share. Functions first: a name that two patterns capture takes the kind of the first.
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(method_definition name: [(property_identifier) (private_property_identifier) (string (string_fragment))] @name) @definition.method
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
; const save = useCallback(() => …), const App = memo(function () …), const login = asyncHandler(async (req, res) => …)
(variable_declarator name: (identifier) @name value: (call_expression arguments: (arguments . [(arrow_function) (function_expression)]))) @definition.function
(pair key: [(property_identifier) (string (string_fragment))] @name value: [(arrow_function) (function_expression)]) @definition.function
(assignment_expression left: [(member_expression property: (property_identifier) @name) (identifier) @name] right: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(class_declaration name: (_) @name) @definition.class

; Module level values only: what is declared inside a function stays out, so does what is required.
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) @definition.constant) (#not-match? @_value "^(await )?(require|import)\\b"))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) @definition.constant) (#not-match? @_value "^(await )?(require|import)\\b"))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)))
(program (export_statement (lexical_declaration (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)) @definition.constant)))

(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression property: [(property_identifier) (private_property_identifier)] @reference.call))
(new_expression constructor: (identifier) @reference.call)
(new_expression constructor: (member_expression property: (property_identifier) @reference.call))

; Handed over by name to a call that stands alone: app.use(requireLogin), emitter.on("login", onLogin).
(expression_statement (call_expression arguments: (arguments (identifier) @reference.string)))
(expression_statement (call_expression arguments: (arguments (member_expression property: (property_identifier) @reference.string))))

(import_statement source: (string (string_fragment) @reference.import))
(export_statement source: (string (string_fragment) @reference.import))
(import_specifier name: (identifier) @reference.import)
(import_clause (identifier) @reference.import)
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @reference.import)))
(call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @reference.import)) (#eq? @_require "require"))
(variable_declarator name: (identifier) @reference.import value: (call_expression function: (identifier) @_require) (#eq? @_require "require"))
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @reference.import) value: (call_expression function: (identifier) @_require) (#eq? @_require "require"))

(decorator (identifier) @reference.decorator)
(decorator (call_expression function: (identifier) @reference.decorator))
(decorator (call_expression function: (member_expression property: (property_identifier) @reference.decorator)))
