/** The folder below the working folder in which the command line keeps ledgers, and the certificates that it made. */
export const OWN_FOLDER = '.assayer';
