import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
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
import type { Tool, ToolArguments } from './tools.ts';

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
  const failed = errorOf(body, req);
  if (failed) return void sendError(res, failed, (body as { id?: unknown } | null)?.id);
  // The arguments as they were sent: the SDK drops one that is named `__proto__`, without a word.
  const { params } = body as { params?: { arguments?: ToolArguments } };
  const server = serverFor(res.locals['caller'] as Caller, tools, params?.arguments ?? {}, report);
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  res.on('close', () => void server.close());
  // The transport's optional members are declared without `undefined`, which this project's compiler options
  // distinguish.
  await server.connect(transport as Parameters<Server['connect']>[0]);
  await transport.handleRequest(req, res, body);
}

interface Failure {
  status: number;
  code: ErrorCode;
  message: string;
}

const sendError = (res: Response, { status, ...error }: Failure, id: unknown = null): void =>
  void res.status(status).json({ jsonrpc: '2.0', error, id: typeof id === 'object' ? null : id });

/** One message. An invalid body gets a JSON-RPC error; a batch would pay for only one request. */
function bodyOf(req: Request, res: Response): unknown {
  const refused = (code: ErrorCode, message: string) => sendError(res, { status: 400, code, message });
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

/** The requests that are served. */
const REQUESTS = [
  InitializeRequestSchema,
  ListToolsRequestSchema,
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  ListPromptsRequestSchema,
  GetPromptRequestSchema,
];

/** Headers that make a REST request safe or conditional are arguments here. A client that sends one relies on it. */
const ARGUMENTS = { 'if-match': 'if_version', 'idempotency-key': 'idempotency_key' };

/** The error for a message that cannot be served: the SDK would call it an internal one, or ignore the header. */
function errorOf(message: unknown, { headers }: Request): Failure | undefined {
  if (!JSONRPCMessageSchema.safeParse(message).success)
    return { status: 400, code: ErrorCode.InvalidRequest, message: 'Not a message of JSON-RPC 2.0.' };
  const { method } = message as { method?: string };
  const header = method === 'tools/call' && Object.keys(ARGUMENTS).find(name => headers[name] !== undefined);
  if (header) {
    const text = `The header ${header} is the argument ${ARGUMENTS[header as keyof typeof ARGUMENTS]} of a tool.`;
    return { status: 400, code: ErrorCode.InvalidRequest, message: text };
  }
  const wrong = REQUESTS.find(({ shape }) => shape.method.value === method)?.safeParse(message).error?.issues[0];
  return wrong && { status: 200, code: ErrorCode.InvalidParams, message: `${wrong.path.join('.')}: ${wrong.message}` };
}

function serverFor(
  caller: Caller,
  tools: ReadonlyMap<string, Tool>,
  given: ToolArguments,
  report: (error: unknown) => void,
): Server {
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
    return call(tool, caller, given, report);
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
