/** The state diagram of the session. Hidden from screen readers: the list contains the same information. */
import type { ReactElement } from "react"
import { useWatched, type Watched } from "../../session.ts"

type Tag = Watched["tag"]

const nodes: ReadonlyArray<{ readonly tag: Tag; readonly x: number; readonly y: number }> = [
  { tag: "Loading", x: 0, y: 75 },
  { tag: "SignedOut", x: 190, y: 75 },
  { tag: "Active", x: 400, y: 75 },
  { tag: "Refreshing", x: 630, y: 8 },
  { tag: "Stale", x: 630, y: 142 }
]

const width = 122
const height = 42

interface Transition {
  readonly path: string
  readonly text?: string
  readonly at?: readonly [x: number, y: number]
}

const transitions: ReadonlyArray<Transition> = [
  { path: "M124 96H184" },
  { path: "M62 117C80 178 380 178 440 121" },
  { path: "M314 87H394", text: "sign in", at: [354, 78] },
  { path: "M398 105H318", text: "sign out", at: [356, 122] },
  { path: "M478 73C500 38 560 24 624 24", text: "token expires", at: [530, 22] },
  { path: "M630 44C590 48 545 62 526 82", text: "new token", at: [594, 76] },
  { path: "M675 52V136", text: "no response", at: [634, 112] },
  { path: "M708 140V56", text: "next call", at: [741, 112] },
  { path: "M628 166C560 166 500 150 480 121", text: "new token", at: [572, 182] }
]

export const StateDiagram = (): ReactElement => {
  const { tag } = useWatched()
  return (
    <svg className="diagram" viewBox="-6 0 784 192" aria-hidden="true">
      <defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M1 1 6.5 4 1 7" />
        </marker>
      </defs>
      {transitions.map(({ at, path, text }) => (
        <g key={path} className="transition">
          <path d={path} markerEnd="url(#arrow)" />
          {at !== undefined && <text x={at[0]} y={at[1]}>{text}</text>}
        </g>
      ))}
      {nodes.map(({ tag: node, x, y }) => (
        <g key={node} className="node" data-state={node} data-current={node === tag}>
          <rect x={x} y={y} width={width} height={height} rx={height / 2} />
          <text x={x + width / 2} y={y + height / 2}>{node}</text>
        </g>
      ))}
    </svg>
  )
}
