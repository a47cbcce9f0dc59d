/** The header in which the HTTP server around Next tells where a request comes from; what a client puts there is dropped. */
export const CLIENT_ADDRESS = "x-kandev-client-address";
