import { createServer } from "node:net"
import type { AddressInfo } from "node:net"

/** Returns a port that is free now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      // Sound: a server that listens on a TCP port has an `AddressInfo`.
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
