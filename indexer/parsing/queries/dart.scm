; Dart. A body is the sibling of its signature, so a function's span is joined to the body that follows.

(class_definition name: (identifier) @name) @definition.class
(mixin_declaration (mixin) . (identifier) @name) @definition.class
(extension_declaration name: (identifier) @name) @definition.class
(extension_type_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(type_alias . (type_identifier) @name) @definition.type
(program (function_signature name: (identifier) @name) @definition.function . (function_body) @definition.function)
(program (getter_signature name: (identifier) @name) @definition.property . (function_body) @definition.property)
(program (setter_signature name: (identifier) @name) @definition.property . (function_body) @definition.property)
((method_signature (function_signature name: (identifier) @name)) @definition.function . (function_body) @definition.function)
((method_signature (getter_signature name: (identifier) @name)) @definition.property . (function_body) @definition.property)
((method_signature (setter_signature name: (identifier) @name)) @definition.property . (function_body) @definition.property)
((method_signature (constructor_signature name: (identifier) @name . (formal_parameter_list))) @definition.method . (function_body) @definition.method)
((method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.method . (function_body) @definition.method)
(declaration (constructor_signature name: (identifier) @name . (formal_parameter_list))) @definition.method
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.method
; Without a body: abstract and external.
(declaration (function_signature name: (identifier) @name)) @definition.function
(declaration (getter_signature name: (identifier) @name)) @definition.property
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

(uri (string_literal) @reference.import)
((identifier) @reference.call . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part)))
((selector (conditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part)))
((cascade_selector (identifier) @reference.call) . (argument_part))
(new_expression (type_identifier) @reference.call)
(const_object_expression (type_identifier) @reference.call)
(superclass (type_identifier) @reference.type)
(mixins (type_identifier) @reference.type)
(interfaces (type_identifier) @reference.type)
(annotation name: (identifier) @reference.decorator)
; A function handed over by name: `onPressed: _login`.
(argument (identifier) @reference.string)
(named_argument (identifier) @reference.string)
