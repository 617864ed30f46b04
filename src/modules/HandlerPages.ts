export * from "../pages/HandlerPages.ts"
