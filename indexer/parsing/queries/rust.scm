; Rust. `impl` blocks are scopes: their functions are methods of the type they name.

(impl_item type: (type_identifier) @name) @scope.struct
(impl_item type: (generic_type type: (type_identifier) @name)) @scope.struct
(impl_item type: (scoped_type_identifier name: (type_identifier) @name)) @scope.struct
(impl_item type: (reference_type type: (type_identifier) @name)) @scope.struct
(impl_item type: (generic_type type: (scoped_type_identifier name: (type_identifier) @name))) @scope.struct

(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.constant
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(mod_item name: (identifier) @name body: (_)) @definition.module
(macro_definition name: (identifier) @name) @definition.macro
(field_declaration name: (field_identifier) @name) @definition.field

(mod_item name: (identifier) @reference.import !body)
(use_declaration argument: [(scoped_identifier) (identifier)] @reference.import)
(use_declaration argument: (scoped_use_list path: (_) @reference.import))
(use_declaration argument: (use_as_clause path: (_) @reference.import))
(use_declaration argument: (use_wildcard (_) @reference.import))
(use_list (identifier) @reference.import)
(use_list (scoped_identifier name: (identifier) @reference.import))
(use_list (use_as_clause path: (identifier) @reference.import))
(use_list (scoped_use_list path: (_) @reference.import))
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression field: (field_identifier) @reference.call))
(call_expression function: (scoped_identifier name: (identifier) @reference.call))
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function function: (scoped_identifier name: (identifier) @reference.call)))
(call_expression function: (generic_function function: (field_expression field: (field_identifier) @reference.call)))
(call_expression function: (scoped_identifier path: (identifier) @reference.type (#match? @reference.type "^[A-Z]")))
(macro_invocation macro: (identifier) @reference.call)
(macro_invocation macro: (scoped_identifier name: (identifier) @reference.call))
(struct_expression name: (type_identifier) @reference.type)
(impl_item trait: (type_identifier) @reference.type)
(impl_item trait: (generic_type type: (type_identifier) @reference.type))
(impl_item trait: (scoped_type_identifier name: (type_identifier) @reference.type))
(trait_bounds (type_identifier) @reference.type)
(attribute (identifier) @reference.decorator)
(attribute (scoped_identifier name: (identifier) @reference.decorator))
; Functions handed over by name, `get(handler)`, and names inside macros: `routes![login, logout]`, `json!(f(x))`.
(arguments (identifier) @reference.string)
(arguments (scoped_identifier name: (identifier) @reference.string))
(token_tree (identifier) @reference.call . (token_tree))
(macro_invocation macro: (identifier) @_routes (token_tree (identifier) @reference.call) (#any-of? @_routes "routes" "catchers" "paths" "generate_handler" "collect_commands"))
