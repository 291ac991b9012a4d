/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the service is; nothing: it is mocked in the page. */
  readonly VITE_API?: string;
}
