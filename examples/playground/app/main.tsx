/** The entry point of the playground's page. */
/// <reference types="vite/client" />
import { AuthProvider, messageOf } from "latchkey/react"
import { DevTools } from "latchkey/react/devtools/production"
import "latchkey/react/styles.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"
import { layer } from "./client.ts"
import { toast } from "./ui/toasts.tsx"

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <AuthProvider layer={layer} onError={(error) => toast(messageOf(error), "error")}>
      <App />
      <DevTools />
    </AuthProvider>
  </StrictMode>
)
