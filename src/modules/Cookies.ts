export * from "../platform/Cookies.ts"
