-- Event streams and downloads that are open, so that their limits hold over all API processes. What a
-- crash of the server loses was open on connections that it has cut as well.
CREATE UNLOGGED TABLE "HeldPlace" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "heldUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "HeldPlace_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "HeldPlace_key_idx" ON "HeldPlace"("key");
