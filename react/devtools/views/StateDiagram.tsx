import type { ReactNode } from "react"
import type { StateChange, StateTag } from "../model/SessionSummary.ts"

const nodes: ReadonlyArray<{ readonly tag: StateTag; readonly x: number; readonly y: number }> = [
  { tag: "Loading", x: 6, y: 18 },
  { tag: "SignedOut", x: 6, y: 142 },
  { tag: "Active", x: 176, y: 80 },
  { tag: "Refreshing", x: 346, y: 18 },
  { tag: "Stale", x: 346, y: 142 }
]

const width = 98
const height = 34

interface Edge {
  readonly from: StateTag
  readonly to: StateTag
  readonly path: string
  readonly text?: string
  readonly at?: readonly [x: number, y: number]
}

const edges: ReadonlyArray<Edge> = [
  { from: "Loading", to: "SignedOut", path: "M40 52V138" },
  { from: "Loading", to: "Active", path: "M104 44 172 84" },
  { from: "SignedOut", to: "Active", path: "M84 142C100 118 130 102 172 98", text: "sign in", at: [102, 104] },
  { from: "Active", to: "SignedOut", path: "M196 114C180 140 150 156 108 160", text: "sign out", at: [182, 150] },
  { from: "Active", to: "Refreshing", path: "M206 80C222 52 280 32 342 30", text: "token expires", at: [246, 36] },
  { from: "Refreshing", to: "Active", path: "M362 52C346 74 320 90 278 93", text: "new token", at: [318, 92] },
  { from: "Refreshing", to: "Stale", path: "M402 52V138", text: "failed", at: [384, 100] },
  { from: "Stale", to: "Refreshing", path: "M424 142V56", text: "next call", at: [452, 100] },
  { from: "Stale", to: "Active", path: "M342 162C300 160 260 146 238 118", text: "new token", at: [272, 156] }
]

/** Renders the states and their transitions, with the current state and the last transition highlighted. */
export const StateDiagram = (
  { last, state }: { readonly state: StateTag; readonly last: StateChange | undefined }
): ReactNode => (
  <svg
    className="diagram"
    viewBox="0 0 484 194"
    role="img"
    aria-label={`State of the session: ${state}${
      last === undefined ? "" : `, last transition from ${last.from} to ${last.to}`
    }`}
  >
    <defs>
      {(["arrow", "arrow-last"] as const).map((id) => (
        <marker key={id} id={id} viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M1 1 6.5 4 1 7" />
        </marker>
      ))}
    </defs>
    {edges.map(({ at, from, path, text, to }) => {
      const isLast = last?.from === from && last.to === to
      return (
        <g key={`${from} ${to}`} className="edge" data-last={isLast}>
          <path d={path} markerEnd={isLast ? "url(#arrow-last)" : "url(#arrow)"} />
          {at !== undefined && <text x={at[0]} y={at[1]}>{text}</text>}
        </g>
      )
    })}
    {nodes.map(({ tag, x, y }) => (
      <g key={tag} className="node" data-state={tag} data-current={tag === state}>
        <rect x={x} y={y} width={width} height={height} rx={height / 2} />
        <text x={x + width / 2} y={y + height / 2}>{tag}</text>
      </g>
    ))}
  </svg>
)
