export * from "../auth/Cli.ts"
