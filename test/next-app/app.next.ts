/** An app of Next.js with the packed build: `npm test -- --project next`. */
import { testBrowser } from "./browserTests.ts"
import { testHttp } from "./httpTests.ts"
import { useWorld } from "./support.ts"

const world = useWorld()

testHttp(world)
testBrowser(world)
