/** The Vite of the repository. In this folder, "vite" is the older one that VitePress uses. */
export { build, createServer, type InlineConfig, type Plugin } from "../../node_modules/vite/dist/node/index.js"
