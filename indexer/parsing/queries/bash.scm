; Shell: functions, variables set outside of them, commands (a call may be a function of another file).

(function_definition name: (word) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)

(command name: (command_name (word) @_load) . argument: [(word) (string) (concatenation) (raw_string)] @reference.import (#any-of? @_load "source" "."))
; Builtins and the commonest tools are never a function of the repository.
(command name: (command_name (word) @reference.call (#not-match? @reference.call "^(echo|printf|cd|exit|set|return|shift|local|export|source|\\.|\\[|test|true|false|read|eval|exec|trap|cat|grep|sed|awk|rm|cp|mv|mkdir|ls|sleep|kill|wait|cut|tr|head|tail|sort|uniq|wc|tee|touch|chmod|dirname|basename|break|continue|:|let|find|xargs|ln)$")))
(command name: (command_name (word) @_trap) . argument: (word) @reference.call (#eq? @_trap "trap"))
