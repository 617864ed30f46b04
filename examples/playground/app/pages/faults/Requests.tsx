/** What the service has been asked lately, as it saw it. */
import type { ReactElement } from "react"
import type { Exchange } from "../../../contract.ts"
import { useControl } from "../../control.ts"
import { formatSecond } from "../../texts.ts"
import { Badge, Card, Empty } from "../../ui/layout.tsx"

const shown = 8

export const Requests = (): ReactElement => {
  const exchanges = useControl().exchanges.slice(0, shown)
  return (
    <Card title="Last requests" lead="Newest first, as the service saw them.">
      {exchanges.length === 0
        ? (
          <Empty title="None yet">
            <p>A session sends nothing by itself.</p>
          </Empty>
        )
        : (
          <table>
            <thead>
              <tr>
                <th scope="col">At</th>
                <th scope="col">Request</th>
                <th scope="col">Answer</th>
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
        {status ?? "Cut off"}
      </Badge>
    </td>
  </tr>
)
