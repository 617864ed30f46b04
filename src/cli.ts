/**
 * What a command-line program needs besides the client: signing in by a browser, and a file to keep the session in.
 *
 * @since 0.1.0
 */
export { Browser, BrowserNotOpened } from "./cli/Browser.ts"
export * as CommandLine from "./cli/CommandLine.ts"
export * as FileStore from "./cli/FileStore.ts"
export { Output } from "./cli/Output.ts"
