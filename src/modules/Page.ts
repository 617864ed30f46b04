export * from "../platform/Page.ts"
