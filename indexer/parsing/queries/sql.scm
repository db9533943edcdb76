; SQL: what migrations and schema files create and change, and the tables and functions that statements use.

(create_table (object_reference name: (_) @name)) @definition.table
(column_definition name: (_) @name) @definition.column
(alter_table (object_reference name: (_) @name)) @scope.table
(create_view (object_reference name: (_) @name)) @definition.table
(create_materialized_view (object_reference name: (_) @name)) @definition.table
(create_function (object_reference name: (_) @name)) @definition.function
(create_trigger . (_) (object_reference name: (_) @name) . [(keyword_before) (keyword_after) (keyword_instead)]) @definition.function
(create_index column: (_) @name) @definition.constant
(create_type (object_reference name: (_) @name)) @definition.type
(create_sequence (object_reference name: (_) @name)) @definition.constant
(create_schema (identifier) @name) @definition.module
(create_database (identifier) @name) @definition.module
(cte (identifier) @name) @definition.table

(alter_table (object_reference name: (_) @reference.type))
(drop_table (object_reference name: (_) @reference.type))
(drop_view (object_reference name: (_) @reference.type))
(rename_object (object_reference name: (_) @reference.type))
(create_index (object_reference name: (_) @reference.type))
(create_trigger (keyword_on) . (object_reference name: (_) @reference.type))
(create_trigger (keyword_function) . (object_reference name: (_) @reference.call))
(create_trigger (keyword_procedure) . (object_reference name: (_) @reference.call))
(column_definition (keyword_references) . (object_reference name: (_) @reference.type))
(constraint (keyword_references) . (object_reference name: (_) @reference.type))
(insert (object_reference name: (_) @reference.type))
(relation (object_reference name: (_) @reference.type))
(from (object_reference name: (_) @reference.type))
(update (object_reference name: (_) @reference.type))
(invocation (object_reference name: (_) @reference.call))
(drop_column name: (_) @reference.type)
(rename_column . (_) @reference.type)
