import type { NextConfig } from "next"

// As in new apps of create-next-app. Latchkey works without them as well.
const config: NextConfig = { cacheComponents: true, partialPrefetching: true }

export default config
