/** The recent requests, as the service received them. */
import type { ReactElement } from "react"
import type { Exchange } from "../../../contract.ts"
import { useControl } from "../../control.ts"
import { formatSecond } from "../../texts.ts"
import { Badge, Card, Empty } from "../../ui/layout.tsx"

const shown = 8

export const Requests = (): ReactElement => {
  const exchanges = useControl().exchanges.slice(0, shown)
  return (
    <Card title="Recent requests" lead="Newest first, as the service received them.">
      {exchanges.length === 0
        ? (
          <Empty title="No requests yet">
            <p>A session sends no requests on its own.</p>
          </Empty>
        )
        : (
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Request</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>{exchanges.map((exchange) => <Row key={exchange.id} exchange={exchange} />)}</tbody>
          </table>
        )}
    </Card>
  )
}

const Row = ({ exchange: { at, method, path, status } }: { readonly exchange: Exchange }): ReactElement => (
  <tr>
    <td className="small quiet">{formatSecond(at)}</td>
    <td className="break">
      <code>{method} {path}</code>
    </td>
    <td>
      <Badge kind={status === undefined || status >= 500 ? "bad" : status >= 400 ? "attention" : "good"}>
        {status ?? "No response"}
      </Badge>
    </td>
  </tr>
)
