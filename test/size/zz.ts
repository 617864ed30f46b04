import { fixture, measure } from "./measure.ts"
for (const b of [true, false]) console.log((await measure(fixture("react-core"), { withPeers: b })).kB)
