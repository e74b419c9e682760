// Wine's sockets refuse a connection whose keep-alive was set before it, as undici does. Those of Windows don't.
require("node:net").Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
