; Decorated definitions first: their span begins at the first decorator.
(decorated_definition definition: (function_definition name: (identifier) @name)) @definition.function
(decorated_definition definition: (class_definition name: (identifier) @name)) @definition.class
(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class

; Module level values and class attributes (the fields of a Django model).
(module (assignment left: (identifier) @name) @definition.constant)
(module (assignment left: (pattern_list (identifier) @name)) @definition.constant)
(class_definition body: (block (assignment left: (identifier) @name) @definition.field))
(type_alias_statement left: (type (identifier) @name)) @definition.type

(call function: (identifier) @reference.call)
(call function: (attribute attribute: (identifier) @reference.call))

(import_statement name: (dotted_name) @reference.import)
(import_statement name: (aliased_import name: (dotted_name) @reference.import))
(import_from_statement module_name: (_) @reference.import)
(import_from_statement name: (dotted_name) @reference.import)
(import_from_statement name: (aliased_import name: (dotted_name) @reference.import))

(decorator (identifier) @reference.decorator)
(decorator (attribute attribute: (identifier) @reference.decorator))
(decorator (call function: (identifier) @reference.decorator))
(decorator (call function: (attribute attribute: (identifier) @reference.decorator)))

(class_definition superclasses: (argument_list (identifier) @reference.type))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @reference.type)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @reference.type)))
(class_definition superclasses: (argument_list (subscript value: (attribute attribute: (identifier) @reference.type))))
