import type { SendMailOptions, Transporter } from 'nodemailer';

/*
 * The mail server. Where it is says whoever runs the service, and nobody else.
 */

export interface Mailing {
  /** `smtp://user:password@host:587` or `smtps://…` */
  url: string;
  /** The address that mail comes from. */
  from: string;
}

export interface Mail {
  id: string;
  to: string;
  /** Whose name it comes under. */
  sender: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  attachment: { fileName: string; content: Buffer; contentType: string };
}

/** What came of an attempt; what failed for good is not tried again. */
export type Posted = { failure?: undefined } | { failure: string; isFinal: boolean };

const WITHIN_MS = 30_000;

/** Line breaks end a header: what somebody has put into a name must not begin another. */
const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export interface Postman {
  post(mail: Mail): Promise<Posted>;
  close(): void;
}

export function openPostman({ url, from }: Mailing): Postman {
  let opened: Promise<Transporter> | undefined;
  /** Loaded with the first mail: most services send none. */
  const transport = () =>
    (opened ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: WITHIN_MS,
        // Nothing in a mail is fetched from a disk or an address, whoever wrote it.
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    ));
  const domain = from.split('@').at(-1)!;
  return {
    async post({ id, to, sender, replyTo, subject, text, attachment: { fileName, content, contentType } }) {
      const message: SendMailOptions = {
        // A mail that is sent twice, because nobody knew whether it had been taken, is known by this.
        messageId: `<${id}@${domain}>`,
        envelope: { from, to: [to] },
        from: { name: inOneLine(sender), address: from },
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        subject: inOneLine(subject),
        text,
        attachments: [{ filename: fileName, content, contentType }],
      };
      try {
        await (await transport()).sendMail(message);
        return {};
      } catch (error) {
        return failureOf(error as SmtpError);
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

/** RFC 5321, 4.2.1: what begins with 5 stays refused. But that the service is not let in is its own fault, and is mended. */
function failureOf({ code, responseCode, response, message }: SmtpError): Posted {
  const isFinal = code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500;
  const failure = isFinal ? `The mail server refused it: ${response ?? message}` : `No mail server took it: ${message}`;
  return { failure: inOneLine(failure).slice(0, 500), isFinal };
}
