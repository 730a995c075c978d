import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { Request, Response } from 'express';
import { Refusal } from '../kernel/errors.ts';
import { DEPTH_MAX_OF_REQUEST, parseJson } from '../kernel/json.ts';
import { authorize, type Caller } from '../kernel/operation.ts';
import { call } from './call.ts';
import { DOCUMENTS, INSTRUCTIONS, PROMPTS } from './guide.ts';
import type { Tool } from './tools.ts';

/*
 * The Model Context Protocol over streamable HTTP, without sessions: each request is served on its own, by whichever
 * process it reaches. The protocol is the official SDK's; this is only what it serves.
 */

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const validator = new AjvJsonSchemaValidator();

/** Answers one message with these tools. */
export async function answer(
  req: Request,
  res: Response,
  tools: ReadonlyMap<string, Tool>,
  report: (error: unknown) => void,
): Promise<void> {
  const body = bodyOf(req, res);
  if (body === undefined) return;
  const server = serverFor(res.locals['caller'] as Caller, tools, report);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  res.on('close', () => void server.close());
  // The transport's optional members are declared without `undefined`, which this project's compiler options
  // distinguish.
  await server.connect(transport as Parameters<Server['connect']>[0]);
  await transport.handleRequest(req, res, body);
}

/** One message. An invalid body gets a JSON-RPC error; a batch would pay for only one request. */
function bodyOf(req: Request, res: Response): unknown {
  const refused = (code: number, message: string) =>
    void res.status(400).json({ jsonrpc: '2.0', error: { code, message }, id: null });
  try {
    const body = parseJson(req.body as Buffer, DEPTH_MAX_OF_REQUEST);
    if (!Array.isArray(body)) return body;
    refused(ErrorCode.InvalidRequest, 'One message per request: batches are not accepted.');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused(error.code === 'malformed_json' ? ErrorCode.ParseError : ErrorCode.InvalidRequest, error.message);
  }
  return undefined;
}

function serverFor(caller: Caller, tools: ReadonlyMap<string, Tool>, report: (error: unknown) => void): Server {
  const server = new Server(
    { name: 'stockwright', title: 'Stockwright', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: validator,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].filter(tool => mayCall(tool, caller)).map(({ definition }) => definition),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return call(tool, caller, params.arguments ?? {}, report);
  });

  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: Object.entries(DOCUMENTS).map(([uri, { title, description, mimeType }]) => ({
      uri,
      name: uri.slice(uri.lastIndexOf('/') + 1),
      title,
      description,
      mimeType,
    })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const document = Object.hasOwn(DOCUMENTS, uri) ? DOCUMENTS[uri] : undefined;
    if (!document) throw new McpError(RESOURCE_NOT_FOUND, `There is no resource ${uri}.`);
    const text = await readFile(new URL(`../../${document.file}`, import.meta.url), 'utf8');
    return { contents: [{ uri, mimeType: document.mimeType, text }] };
  });

  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: Object.entries(PROMPTS).map(([name, { description, arguments: taken }]) => ({
      name,
      description,
      arguments: [...taken],
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const prompt = Object.hasOwn(PROMPTS, name) ? PROMPTS[name] : undefined;
    if (!prompt) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${name}.`);
    const missing = prompt.arguments.find(each => each.required && !given[each.name]);
    if (missing) throw new McpError(ErrorCode.InvalidParams, `The prompt ${name} needs ${missing.name}.`);
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
    };
  });
  return server;
}

/** By the error codes of the protocol. */
const RESOURCE_NOT_FOUND = -32002;

function mayCall({ operation }: Tool, caller: Caller): boolean {
  try {
    authorize(operation, caller);
    return true;
  } catch {
    return false;
  }
}
