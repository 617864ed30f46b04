/** The parts of a command-line program: sign-in with a browser, and session storage in a file. */
export { Browser, BrowserNotOpened } from "./terminal/Browser.ts"
export * as CommandLine from "./terminal/CommandLine.ts"
export * as FileTokenStore from "./terminal/FileTokenStore.ts"
export { Output } from "./terminal/Output.ts"
