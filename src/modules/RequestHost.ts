export * from "../hosts/RequestHost.ts"
