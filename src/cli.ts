/** The parts of a command-line program: sign-in with a browser, and session storage in a file. */
export { Browser, BrowserNotOpened } from "./cli/Browser.ts"
export * as CommandLine from "./cli/CommandLine.ts"
export * as FileStore from "./cli/FileStore.ts"
export { Output } from "./cli/Output.ts"
