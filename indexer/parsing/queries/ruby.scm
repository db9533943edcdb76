; Ruby, with the class-level calls that define methods (attr_*, scope, has_many, delegate) or register them.

(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name)) @definition.class
(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name)) @definition.module
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(alias name: (_) @name) @definition.method
(assignment left: (constant) @name right: (call receiver: (constant) @_base method: (identifier) @_make (#any-of? @_base "Struct" "Class" "Data") (#any-of? @_make "new" "define"))) @definition.class
(assignment left: (constant) @name right: (call receiver: (constant) @_base method: (identifier) @_make block: (_) (#eq? @_base "Module") (#eq? @_make "new"))) @definition.module
(assignment left: (constant) @name) @definition.constant
(assignment left: (scope_resolution name: (constant) @name)) @definition.constant
(call !receiver method: (identifier) @_macro arguments: (argument_list (simple_symbol) @name) (#any-of? @_macro "attr_accessor" "attr_reader" "attr_writer" "cattr_accessor" "mattr_accessor" "class_attribute" "attribute" "attributes" "delegate" "enum" "store_accessor")) @definition.property
(call !receiver method: (identifier) @_macro arguments: (argument_list . (simple_symbol) @name) (#any-of? @_macro "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "has_one_attached" "has_many_attached" "field")) @definition.property
(call !receiver method: (identifier) @_macro arguments: (argument_list . (simple_symbol) @name) (#any-of? @_macro "scope" "define_method" "alias_method" "define_callbacks" "helper_method" "let" "let!" "factory")) @definition.method
(call method: (identifier) @_macro arguments: (argument_list . [(string (string_content) @name) (simple_symbol) @name]) (#eq? @_macro "create_table")) @definition.table
; Rake: `task :name do`, `task name: :environment do`.
(call !receiver method: (identifier) @_macro arguments: (argument_list . [(simple_symbol) @name (pair key: (hash_key_symbol) @name)]) block: (_) (#eq? @_macro "task")) @definition.function

(call !receiver method: (identifier) @_load arguments: (argument_list (string (string_content) @reference.import)) (#any-of? @_load "require" "require_relative" "load" "autoload"))
(call !receiver method: (identifier) @_mix arguments: (argument_list [(constant) (scope_resolution)] @reference.type) (#any-of? @_mix "include" "extend" "prepend"))
(superclass [(constant) (scope_resolution)] @reference.type)
(call method: (identifier) @reference.call)
(call method: (constant) @reference.call)
(call receiver: (constant) @reference.type)
(argument_list [(constant) (scope_resolution)] @reference.type)
(call receiver: (scope_resolution name: (constant) @reference.type))
; A bare name may be a method without arguments or a local variable; where it stands as a statement, a condition, a
; receiver or a value it counts as a call.
(body_statement (identifier) @reference.call)
(then (identifier) @reference.call)
(block_body (identifier) @reference.call)
(call receiver: (identifier) @reference.call)
(if condition: (identifier) @reference.call)
(unless condition: (identifier) @reference.call)
(if_modifier condition: (identifier) @reference.call)
(unless_modifier condition: (identifier) @reference.call)
(if_modifier body: (identifier) @reference.call)
(unless_modifier body: (identifier) @reference.call)
(unary operand: (identifier) @reference.call)
(binary [left: (identifier) right: (identifier)] @reference.call)
(assignment right: (identifier) @reference.call)
; `before_action :check`, `send(:run)`, `with: :handler`: registration by name.
(argument_list (simple_symbol) @reference.string)
(pair value: (simple_symbol) @reference.string)
(pair value: (array (simple_symbol) @reference.string))
(argument_list (block_argument (simple_symbol) @reference.string))
