export { createClient } from 'graphql-ws';
