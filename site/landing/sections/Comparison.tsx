import type { ReactElement, ReactNode } from "react"
import { useFacts } from "../useFacts.ts"

/** Renders the Markdown of a cell: bold text, code and links to guides. */
const Inline = ({ text }: { readonly text: string }): ReactNode => {
  const { url } = useFacts()
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part, index) => {
    const [, bold] = /^\*\*(.+)\*\*$/.exec(part) ?? []
    if (bold !== undefined) return <strong key={index}>{bold}</strong>
    const [, code] = /^`(.+)`$/.exec(part) ?? []
    if (code !== undefined) return <code key={index}>{code}</code>
    const [, label, page] = /^\[(.+)\]\(docs\/([\w-]+)\.md\)$/.exec(part) ?? []
    return label === undefined ? part : <a key={index} href={url(`${page}.html`)}>{label}</a>
  })
}

export const Comparison = (): ReactElement => {
  const { readme: { comparison, officialClient }, url } = useFacts()
  return (
    <section className="comparison" aria-labelledby="comparison">
      <h2 id="comparison">Beside Stack Auth's official client</h2>
      <p>
        Measured beside <Inline text={officialClient.replace(/\s+/g, " ")} />.{" "}
        <a href={url("why.html")}>Why Latchkey</a> has the commands that repeat the figures.
      </p>
      <div className="table" tabIndex={0} role="region" aria-label="Figures">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">Latchkey</th>
              <th scope="col">Stack Auth's official client</th>
            </tr>
          </thead>
          <tbody>
            {comparison.map(({ ours, theirs, topic }) => (
              <tr key={topic}>
                <th scope="row">
                  <Inline text={topic} />
                </th>
                <td>
                  <Inline text={ours} />
                </td>
                <td>
                  <Inline text={theirs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
