-- An order for wrk, each with a number of its own.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local thread = 0
function setup(t) t:set("id", thread); thread = thread + 1 end
local n = 0
function request()
  n = n + 1
  return wrk.format(nil, "/api/orders", nil,
    '{"external_id":"' .. id .. "-" .. n .. '","items":[{"sku":"KB-01","quantity":2,"price":"450.00"}],"payment":{"method":"prepaid"}}')
end
