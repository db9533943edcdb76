-- A module: functions in every form that Lua has.
local cjson = require("cjson.safe")
local M = { _VERSION = "1.0" }
local LIFETIME = 3600
counter = 0

local function verify(user, password)
  local hashed = hash(password)
  return user.hash == hashed
end

function M.login(name, password)
  local ok = pcall(verify, name, password)
  return ngx.say(cjson.encode(M:session(name)))
end

function M:session(name)
  self.store:set(name, LIFETIME)
end

M.logout = function(name)
  M.store.delete(name)
end

local render = function() end

M.handlers = {
  GET = function(self) render() end,
  POST = verify,
}

return M
