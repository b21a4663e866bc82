import type { components as SourcesComponents } from "../generated/sources.ts";

type Sources = SourcesComponents["schemas"];

/** How a file is partitioned. */
export type Method = Sources["Method"];
/** A method as it may be written in a request. */
export type MethodInput = Sources["MethodInput"];
/** An older name of a method, accepted in requests only. */
export type MethodAlias = Exclude<MethodInput, Method>;
export type FileSource = Sources["FileSource"];
/** How thoroughly a question is answered. */
export type ThinkingLevel = Sources["ThinkingLevel"];

/** How far a crawl goes. */
export type VideoIngestion = Sources["VideoIngestion"];
export type CrawlOptions = Sources["CrawlOptions"];
/** What the service answers when it has scheduled a build. */
export type ScheduledBuild = Sources["ScheduledBuild"];
/** A build: how far a file is in becoming a source. */
export type Build = Sources["Build"];
/** How far a build is, in the words of the service. */
export type BuildStatus = Sources["BuildStatus"];
/** How many pages or other parts of a file are done. */
export type BuildProgress = Sources["BuildProgress"];
/** What was left out of a source, and why. */
export type LeftOut = Sources["LeftOut"];

/** A document that can be asked about. */
export type Source = Sources["Source"];
/** How far a source is, in the words of the service. */
export type SourceStatus = Sources["SourceStatus"];
export type SourceQuery = Sources["SourceQuery"];
export type SourceChange = Sources["SourceChange"];
export type SourceSort = Sources["SourceSort"];
export type UploadedSource = Sources["UploadedSource"];
export type DeletedSource = Sources["DeletedSource"];

/** A part of a document: a title, a paragraph, a table, with its place. */
export type Element = Sources["Element"];
/** What an element is, such as `Title` or `Table`. */
export type ElementType = Sources["ElementType"];
export type ElementMetadata = Sources["ElementMetadata"];
/** A page of a list of elements. */
export type ElementPage = Sources["ElementPage"];
export type ElementDocument = Sources["ElementDocument"];
export type ElementDocumentPage = Sources["ElementDocumentPage"];
export type BoundingBox = Sources["BoundingBox"];
export type PageLayout = Sources["PageLayout"];
/** The picture of a page, as base64, with its size in pixels. */
export type PageScreenshot = Sources["PageScreenshot"];

/** A question, and how to answer it. */
export type AskRequest = Sources["AskRequest"];
/** An answer with its citations. */
export type Answer = Sources["Answer"];
/** One event of a streamed answer: any number of `status`, `delta` and `citation`, then one `answer` or one `error`. */
export type AnswerEvent = Sources["AnswerEvent"];
/** What the service reports about an answer while it is written. */
export type AnswerStatus = Sources["AnswerStatus"];
export type StreamError = Sources["StreamError"];
export type StoppedAnswer = Sources["StoppedAnswer"];
export type StreamedAnswer = Sources["StreamedAnswer"];
/** A conversation in a list: its id, title and times. */
export type Conversation = Sources["Conversation"];
/** A page of a list of conversations. */
export type ConversationPage = Sources["ConversationPage"];
/** A conversation with its questions and answers. */
export type ConversationDetail = Sources["ConversationDetail"];
/** A question with its answer. */
export type ConversationTurn = Sources["ConversationTurn"];
export type DeletedConversation = Sources["DeletedConversation"];
/** Where a statement of an answer comes from. */
export type Citation = Sources["Citation"];
/** What an answer used of a language model. */
export type Usage = Sources["Usage"];

/** What to search for, and where. */
export type RetrievalRequest = Sources["RetrievalRequest"];
/** The chunks that were found, best first. */
export type RetrievalResult = Sources["RetrievalResult"];
/** A retrieved passage, as `/prebuilt-rag` answers it. */
export type Chunk = Sources["Chunk"];
/** What to extract, from which sources. */
export type ExtractionRequest = Sources["ExtractionRequest"];
/** The values that were extracted, and where they were found. */
export type ExtractionResult = Sources["ExtractionResult"];
export type Evidence = Sources["Evidence"];

export type Token = Sources["Token"];
export type TokenList = Sources["TokenList"];
/** Something that happened in a project. */
export type ProjectEvent = Sources["ProjectEvent"];
/** Events of a project, in order. */
export type EventPage = Sources["EventPage"];
/** An address that gets the events of a project. */
export type Webhook = Sources["Webhook"];
/** The type of an event. */
export type EventType = Sources["EventType"];
/** After how many days things of a project are removed. */
export type Retention = Sources["Retention"];
/** What a project has used, and what it is limited to. */
export type ProjectUsage = Sources["ProjectUsage"];
/** What of a project can be limited. */
export type UsageLimitName = Sources["UsageLimitName"];
export type NewToken = Sources["NewToken"];
/** A new token with its secret, which is shown only once. */
export type CreatedToken = Sources["CreatedToken"];

/** The body of every refusal. */
export type ErrorBody = Sources["ErrorBody"];
export type Health = Sources["Health"];
/** What the service can do, and whether it is ready. */
export type Readiness = Sources["Readiness"];
