import type { SendMailOptions, Transporter } from 'nodemailer';

/*
 * The mail server. Its address is set by the operator, and by nobody else.
 */

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…` */
  url: string;
  /** The address that mail comes from. */
  from: string;
}

export interface Mail {
  id: string;
  to: string;
  /** The sender's name. */
  sender: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  attachment: { fileName: string; content: Buffer; contentType: string };
}

/** The outcome of an attempt; a permanent failure is not retried. */
export type MailOutcome = { failure?: undefined } | { failure: string; isFinal: boolean };

/** The longest silence of a mail server. It may be that slow before every line; the caller limits the total. */
const SILENT_MS = 30_000;

/** Line breaks end a header: a name must not be able to start another. */
const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export interface Postman {
  /** Gives up once the signal aborts. */
  post(mail: Mail, signal: AbortSignal): Promise<MailOutcome>;
  close(): void;
}

/** A connection to the mail server, opened with the first mail. */
export function openPostman({ url, from }: MailSettings): Postman {
  let opened: Promise<Transporter> | undefined;
  /** Loaded with the first mail: most services send none. */
  const transport = () =>
    (opened ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: SILENT_MS,
        // Nothing in a mail is read from a disk or a URL, whoever wrote it.
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    ));
  const domain = from.split('@').at(-1)!;
  return {
    async post({ id, to, sender, replyTo, subject, text, attachment: { fileName, content, contentType } }, signal) {
      const message: SendMailOptions = {
        // Identifies a mail that is sent twice because its acceptance was not confirmed.
        messageId: `<${id}@${domain}>`,
        envelope: { from, to: [to] },
        from: { name: inOneLine(sender), address: from },
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        subject: inOneLine(subject),
        text,
        attachments: [{ filename: fileName, content, contentType }],
        signal,
      };
      try {
        await (await transport()).sendMail(message);
        return {};
      } catch (error) {
        return signal.aborted
          ? { failure: 'The mail server took too long.', isFinal: false }
          : failureOf(error as SmtpError);
      }
    },
    close: () => void opened?.then(each => each.close()),
  };
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/**
 * RFC 5321, 4.2.1: codes that begin with 5 are permanent. A failed login, however, is the service's own fault and can
 * be repaired.
 */
function failureOf({ code, responseCode, response, message }: SmtpError): MailOutcome {
  const isFinal = code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500;
  const failure = isFinal
    ? `The mail server refused it: ${response ?? message}`
    : `No mail server accepted it: ${message}`;
  return { failure: inOneLine(failure).slice(0, 500), isFinal };
}
