export * from "../hosts/Browser.ts"
