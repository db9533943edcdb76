; Swift. `class_declaration` covers class, struct, enum, actor and extension.

(class_declaration declaration_kind: "class" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (user_type (type_identifier) @name .)) @scope.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(function_declaration name: (simple_identifier) @name) @definition.function
(function_declaration name: (custom_operator) @name) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(init_declaration name: "init" @name) @definition.method
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(enum_entry name: (simple_identifier) @name) @definition.constant
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(macro_declaration (simple_identifier) @name) @definition.macro

(import_declaration (identifier) @reference.import)
(call_expression . (simple_identifier) @reference.call)
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
(call_expression . (prefix_expression (simple_identifier) @reference.call))
(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.type .))
(attribute (user_type (type_identifier) @reference.decorator))
(selector_expression (simple_identifier) @reference.call)
(selector_expression (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
; A function handed over by name: `app.get("login", use: login)`.
(value_argument value: (simple_identifier) @reference.string)
(value_argument value: (navigation_expression target: (self_expression) suffix: (navigation_suffix suffix: (simple_identifier) @reference.string)))
