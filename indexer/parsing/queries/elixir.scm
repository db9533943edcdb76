; Elixir: everything is a call, definitions included.

(call target: (identifier) @_define (arguments . (alias) @name) (do_block) (#any-of? @_define "defmodule" "defprotocol")) @definition.module
(call target: (identifier) @_define (arguments . (alias) @name) (do_block) (#eq? @_define "defimpl")) @scope.module
(call target: (identifier) @_define (arguments . [(call target: (identifier) @name) (identifier) @name (binary_operator left: [(call target: (identifier) @name) (identifier) @name] operator: "when")]) (#any-of? @_define "def" "defp" "defdelegate" "defguard" "defguardp" "defn" "defnp" "defcallback")) @definition.function
(call target: (identifier) @_define (arguments . [(call target: (identifier) @name) (identifier) @name (binary_operator left: [(call target: (identifier) @name) (identifier) @name] operator: "when")]) (#any-of? @_define "defmacro" "defmacrop")) @definition.macro
(unary_operator operator: "@" operand: (call target: (identifier) @_kind (arguments . (binary_operator left: (call target: (identifier) @name))) (#any-of? @_kind "callback" "macrocallback"))) @definition.function
(unary_operator operator: "@" operand: (call target: (identifier) @_kind (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)])) (#any-of? @_kind "type" "typep" "opaque"))) @definition.type
(unary_operator operator: "@" operand: (call target: (identifier) @name (arguments)) (#not-match? @name "^(doc|moduledoc|typedoc|spec|impl|type|typep|opaque|callback|macrocallback|tag|moduletag|describetag|behaviour|derive|deprecated|since|dialyzer|compile|on_load|external_resource|shortdoc|optional_callbacks|before_compile|after_compile|on_definition|enforce_keys|primary_key|foreign_key_type|timestamps_opts)$")) @definition.constant
; Ecto: `schema "users" do field :email` and `create table(:users)`.
(call target: (identifier) @_schema (arguments . (string (quoted_content) @name)) (do_block) (#eq? @_schema "schema")) @definition.table
(call target: (identifier) @_create (arguments . (call target: (identifier) @_table (arguments . [(atom) @name (string (quoted_content) @name)])) ) (do_block) (#eq? @_create "create") (#eq? @_table "table")) @definition.table
(call target: (identifier) @_field (arguments . (atom) @name) (#any-of? @_field "field" "belongs_to" "has_many" "has_one" "many_to_many" "embeds_one" "embeds_many")) @definition.field
; Tests: `test "name" do`.
(call target: (identifier) @_test (arguments . (string (quoted_content) @name)) (do_block) (#eq? @_test "test")) @definition.function

(call target: (identifier) @_use (arguments . (alias) @reference.import) (#any-of? @_use "alias" "import" "require" "use"))
(call target: (identifier) @_use (arguments . (dot right: (tuple (alias) @reference.import))) (#any-of? @_use "alias" "require"))
(unary_operator operator: "@" operand: (call target: (identifier) @_kind (arguments (alias) @reference.type) (#any-of? @_kind "behaviour" "derive")))
(call target: (identifier) @reference.call (#not-match? @reference.call "^(def|defp|defmodule|defmacro|defmacrop|defprotocol|defimpl|defdelegate|alias|import|require|doc|moduledoc|spec|type|if|case|cond|unless|fn|with|for|quote|unquote|raise)$"))
(call target: (dot right: (identifier) @reference.call))
(binary_operator operator: "|>" right: (identifier) @reference.call)
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @reference.call operator: "/"))
(unary_operator operator: "&" operand: (binary_operator left: (call target: (dot right: (identifier) @reference.call)) operator: "/"))
(struct (alias) @reference.type)
; `plug :authenticate`, `get "/", PageController, :index`, children of a supervisor.
(arguments (atom) @reference.string)
(arguments (alias) @reference.type)
(tuple . (alias) @reference.type)
(list (alias) @reference.type)
