import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"
import { CodeBlock } from "./CodeBlock.tsx"

export const Servers = (): ReactElement => {
  const { readme, url } = useFacts()
  return (
    <section className="tile" aria-labelledby="servers">
      <h2 id="servers">A server verifies without a request</h2>
      <p>
        Valid access tokens are checked locally, in Hono, Node, Next.js and Effect. With cached keys, your API works
        while the service is down.
      </p>
      <CodeBlock file="server.ts" code={readme.server} />
      <p>
        <a className="arrow" href={url("servers.html")}>Authenticate requests</a>
      </p>
    </section>
  )
}
